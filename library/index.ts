/**
 * evenhand as a library: define an experiment, play it, resume it, merge its shards, read its tables. The
 * command is built on it. For games, agents and tests of games see `evenhand/game`, `evenhand/agent` and
 * `evenhand/testing`.
 *
 * Functions throw an InputError for what you gave them, a RefusedError for a folder that must not be touched,
 * a DiskError for a disk that is full or broken, a LineupError or a GameError for an agent or a game of yours
 * that fails, and with a queue an UnreachableError or a WrongWorker.
 */
import '../engine/registry/shipped.ts'

export * from './public.ts'

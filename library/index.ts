/**
 * evenhand as a library: define an experiment, play it, resume it, merge its shards, read its tables. The command line
 * stands on it. Games, agents and tests of games have doors of their own: `evenhand/game`, `evenhand/agent`,
 * `evenhand/testing`.
 *
 * What starts with a verb throws an InputError for what its caller gave it, a RefusedError for a folder that must not be
 * touched, and a DiskError for a disk that is full or broken.
 */
import '../engine/registry/shipped.ts'

export * from './public.ts'

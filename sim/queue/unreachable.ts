/** A Redis that doesn't answer. Apart from the queue, so that naming the error doesn't load a client of Redis. */
export class UnreachableError extends Error {
  constructor(url: string, reason: string) {
    super(`Redis at ${withoutPassword(url)} can't be reached: ${reason}, expected a server there`)
    this.name = 'UnreachableError'
  }
}

export function withoutPassword(url: string): string {
  return url.replace(/\/\/.*@/, '//').replace(/\?.*/, '')
}

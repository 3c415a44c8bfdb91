/**
 * The file that the pool loads in every thread. It is CommonJS, and imports the rest when the first chunk comes: node 20
 * aborts the whole process if a thread is ended while it `require`s an ES module, which the pool does with what it loads.
 */
module.exports = async (task: unknown): Promise<unknown> => {
  const { default: playChunk } = await import('./worker.ts')
  return playChunk(task as Parameters<typeof playChunk>[0])
}

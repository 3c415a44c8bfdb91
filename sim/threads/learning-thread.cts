/** The file that learning loads in every thread: CommonJS, for the reason that thread.cts gives. */
module.exports = async (task: unknown): Promise<unknown> => {
  const { default: learn } = await import('./learning-worker.ts')
  return learn(task as Parameters<typeof learn>[0])
}

/**
 * Runs the built command once for each message, in one process: starting node is most of what a short command takes.
 * What it answers: the exit code, what was written to stdout and stderr, and the seconds of the processor.
 */
import { Readable } from 'node:stream'

const [main] = process.argv.slice(2)
const { argv, stdout, stderr } = process
const env = { ...process.env }
// Every import of the command adds its listeners.
for (const emitter of [process, stdout, stderr]) emitter.setMaxListeners(0)
// Whatever an agent's module may have left running.
process.on('disconnect', () => process.exit())
// A command that loads modules of the user keeps the process's console for what these print.
const printing = { ...console }
let calls = 0

process.on('message', async call => {
  Object.assign(console, printing)
  process.chdir(call.cwd)
  for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name]
  Object.assign(process.env, env, call.env)
  process.argv = [argv[0], 'evenhand', ...call.args]
  Object.defineProperty(process, 'stdin', {
    value: Readable.from([Buffer.from(call.stdin)]),
    configurable: true,
  })
  const text = { out: '', err: '' }
  // The callbacks are not called, for they would end the process.
  stdout.write = part => {
    text.out += part
    return true
  }
  stderr.write = part => {
    text.err += part
    return true
  }
  process.exitCode = undefined
  const start = process.cpuUsage()
  // Under another name the command's first module is another one, and runs again.
  await import(`${main}?${calls++}`)
  const { user, system } = process.cpuUsage(start)
  const code = process.exitCode ?? 0
  process.exitCode = undefined
  process.send({ code, ...text, seconds: (user + system) / 1e6 })
})

/** Who holds a lock, and whether that process is alive, as far as this machine can tell. */
import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import { diskCode } from './disk.ts'

/** What a lock says of its process. */
export interface Holder {
  readonly pid: number
  readonly host: string
  /** The host's boot, the namespace of process ids, the process's start; '' if the system doesn't say. */
  readonly boot: string
  readonly pidNamespace: string
  readonly started: string
  /** Without a sign of life for this long, other machines take the holder for dead. */
  readonly seconds: number
  /** Unique to each lock. */
  readonly token: string
}

export const LOCK_SECONDS = 60

export function thisProcess(seconds = LOCK_SECONDS): Holder {
  return {
    pid: process.pid,
    host: hostname(),
    boot: bootOf(),
    pidNamespace: pidNamespaceOf(),
    started: startTimeOf(process.pid) ?? '',
    seconds,
    token: randomUUID(),
  }
}

/** Null if the text isn't a lock's, or was cut short. */
export function parseHolder(text: string): Holder | null {
  try {
    const { pid, host, boot, pidNamespace, started, seconds, token } = JSON.parse(text) as Partial<Holder>
    return {
      pid: Number(pid),
      host: String(host),
      boot: String(boot),
      pidNamespace: String(pidNamespace),
      started: String(started),
      seconds: Number(seconds) > 0 ? Number(seconds) : LOCK_SECONDS,
      token: String(token),
    }
  } catch {
    return null
  }
}

/** The holder as messages name it. */
export function describeHolder(text: string): string {
  const holder = parseHolder(text)
  return holder === null ? 'another run' : `process ${holder.pid} on ${JSON.stringify(holder.host)}`
}

/**
 * Whether the holder runs on this machine, known by its process id and start time. Null for a holder on
 * another machine or in another container, or from before a reboot: this process can't tell.
 */
export function livesHere(holder: Holder | null): boolean | null {
  const here = thisProcess()
  // Containers may share a host name, and a pod may take that of the one it replaces: their process ids mean
  // nothing here.
  const near =
    holder?.host === here.host && holder.boot === here.boot && holder.pidNamespace === here.pidNamespace
  if (holder === null || !near) return null
  const started = startTimeOf(holder.pid)
  // Without start times, any process with that id counts as the holder.
  return started !== null && (started === '' || holder.started === '' || started === holder.started)
}

/** A process's start in the kernel's ticks; '' if the system doesn't say, null without such a process. */
export function startTimeOf(pid: number): string | null {
  const stat = readSystem(`/proc/${pid}/stat`)
  if (stat !== null) {
    // The command's name is in parentheses and may contain anything; after it, the state is field 0, the
    // start time 19.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return fields[0] === 'Z' || fields[0] === 'X' ? null : fields[19]!
  }
  try {
    process.kill(pid, 0)
    return ''
  } catch (error) {
    return diskCode(error) === 'EPERM' ? '' : null
  }
}

function bootOf(): string {
  return readSystem('/proc/sys/kernel/random/boot_id')?.trim() ?? ''
}

/** Containers have their own namespace of process ids. */
function pidNamespaceOf(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

function readSystem(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** What workers and queues say of themselves. Apart from what needs Redis, whose package is optional: its types are public. */
import { z } from 'zod'

const count = z.int().min(0)

export const heartbeatShape = z.object({
  build: z.string(),
  version: z.string(),
  threads: count.max(999),
  /** When it started, in seconds since 1970 by Redis's clock. */
  since: count.max(1e12),
  chunks: count,
  matches: count,
  /** Matches a second, over the last minute. */
  rate: z.number().min(0),
  /** Lost blocks, and the forfeits that its answers list. */
  faults: count,
  /** Names of the experiments that it plays. */
  playing: z.array(z.string()),
  /** Why it refuses to play; absent while it doesn't. */
  refusal: z.string().optional(),
})

export type Heartbeat = Readonly<z.infer<typeof heartbeatShape>>

export interface WorkerStatus extends Heartbeat {
  /** Its name in messages. */
  readonly id: string
  readonly state: 'playing' | 'waiting' | 'refused' | 'vanished'
  /** Seconds since it was last heard from. */
  readonly silent: number
}

export interface QueueStatus {
  /** Heard from in the last hour, of any build, by id. */
  readonly workers: readonly WorkerStatus[]
  /** Chunks of this build that no worker has begun, and those being played. */
  readonly waiting: number
  readonly active: number
}

import type { AlarmKind, WorkName } from '@/schemas/alarms/words'
import type { WorkerCtx } from '@/server/ctx'

export type Cause = { kind: AlarmKind; chainId: number | null; subject: string; message: string }

/**
 * Looks at one thing the installation must keep up. Every open alarm of its kinds that it no longer finds a cause for
 * is closed.
 */
export type Watcher = {
  name: string
  kinds: readonly AlarmKind[]
  /** The pumps whose faults explain its causes: the alarm says what they wait for. */
  works?: readonly WorkName[]
  findCauses: (ctx: WorkerCtx) => Promise<Cause[]>
}

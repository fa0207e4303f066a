import type { AlarmKind, WorkName } from '@/schemas/alarms/words'
import type { WorkerCtx } from '@/server/ctx'

export type Cause = { kind: AlarmKind; chainId: number | null; subject: string; message: string }

/**
 * Checks one condition that the installation has to keep. Open alarms of its kinds that it finds no cause for are
 * closed.
 */
export type Watcher = {
  name: string
  kinds: readonly AlarmKind[]
  /** The workers whose faults explain its causes: the alarm has the reason for which they wait. */
  works?: readonly WorkName[]
  findCauses: (ctx: WorkerCtx) => Promise<Cause[]>
}

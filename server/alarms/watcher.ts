import type { WorkerCtx } from '@/server/ctx'
import type { AlarmKind } from './contract'

export type Cause = { kind: AlarmKind; chainId: number | null; subject: string; message: string }

/** Looks at one thing the installation must keep up. Every open alarm of its kinds that it no longer finds a cause for is closed. */
export type Watcher = {
  name: string
  kinds: readonly AlarmKind[]
  findCauses: (ctx: WorkerCtx) => Promise<Cause[]>
}

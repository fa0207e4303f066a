import type { WorkFaultView } from '@/schemas/alarms/contract'
import type { OperatorCtx } from '@/server/ctx'
import type { Rows } from '@/server/paging'
import { findWorkFaults } from './find-work-faults'
import { toWorkFault } from './view'

/** The faults that workers wait for now, the longest first. */
export async function listWorkFaults(ctx: OperatorCtx): Promise<Rows<WorkFaultView>> {
  return { items: (await findWorkFaults(ctx)).map(toWorkFault) }
}

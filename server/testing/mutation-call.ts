import type { MutationWorld } from './mutation-world'
import type { PortalCaller } from './portal-caller'

export type MutationCall = { as: PortalCaller; input: unknown }

/** A mutation of the project's owner. */
export function byOwner({ owner, projectId }: MutationWorld, input: object): MutationCall {
  return { as: owner, input: { projectId, ...input } }
}

/** A mutation of an operator. */
export function byOperator({ operator }: MutationWorld, input: object | undefined): MutationCall {
  return { as: operator, input }
}

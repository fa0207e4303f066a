import type { MutationWorld } from './mutation-world'
import type { PortalCaller } from './portal-caller'

export type MutationCall = { as: PortalCaller; input: unknown }

/** A mutation of the project's owner. */
export function byOwner({ owner, projectId }: MutationWorld, input: object): MutationCall {
  return { as: owner, input: { projectId, ...input } }
}

import { byOwner, type MutationCall } from './mutation-call'
import type { MutationWorld } from './mutation-world'
import { PASSWORD } from './portal-caller'
import { newSeedExport, ownerKeys } from './seed-export'

const exportIn = (w: MutationWorld, state: 'APPROVED' | 'SEALED') =>
  newSeedExport({ businessId: w.businessId, ownerId: w.owner.personId, state })

/** Calls of the mutations about exports of seeds that succeed in a fresh world. */
export const SEED_EXPORT_MUTATIONS: Record<string, (world: MutationWorld) => Promise<MutationCall>> = {
  'seedExports.propose': async (w) => ({
    as: w.operator,
    input: { businessId: w.businessId, ownerId: w.owner.personId, reason: 'Leaving the platform' },
  }),
  'seedExports.confirm': async (w) => {
    const { publicKey } = ownerKeys()
    return byOwner(w, { exportId: await exportIn(w, 'APPROVED'), publicKey, password: PASSWORD })
  },
  'seedExports.take': async (w) => byOwner(w, { exportId: await exportIn(w, 'SEALED'), password: PASSWORD }),
  'seedExports.stop': async (w) => byOwner(w, { exportId: await exportIn(w, 'APPROVED') }),
  'seedExports.stopOfBusiness': async (w) => ({
    as: w.operator,
    input: { exportId: await exportIn(w, 'APPROVED'), reason: 'Asked for by mistake' },
  }),
}

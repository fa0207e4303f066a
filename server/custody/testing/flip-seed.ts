import { asOwner } from '@/server/testing/as-owner'
import { forgetSeeds } from '../open-seed'

/** Ways in which a seed does not open: its bytes were changed, or no configured key is its own. */
const FLIPS = {
  changed: 'data_key_wrapped = set_byte(data_key_wrapped, 0, get_byte(data_key_wrapped, 0) # 1)',
  'of an unknown key': 'kek_id = reverse(kek_id)',
} as const

/** Makes the seed of a business one that does not open; called again, one that does. */
export async function flipSeed(businessId: string, fault: keyof typeof FLIPS): Promise<void> {
  await asOwner((sql) => sql.unsafe(`update wallet_seeds set ${FLIPS[fault]} where business_id = $1`, [businessId]))
  forgetSeeds()
}

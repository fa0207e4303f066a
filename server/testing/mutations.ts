import { CHAIN_MUTATIONS } from './chain-mutations'
import { MESSAGE_MUTATIONS } from './message-mutations'
import type { MutationCall } from './mutation-call'
import type { MutationWorld } from './mutation-world'
import { PAYMENT_MUTATIONS } from './payment-mutations'
import { PEOPLE_MUTATIONS } from './people-mutations'
import { SEED_EXPORT_MUTATIONS } from './seed-export-mutations'
import { STATUS_MUTATIONS } from './status-mutations'
import { TOKEN_MUTATIONS } from './token-mutations'

/** A call of each mutation that succeeds in a fresh world. A mutation that is missing here fails the test. */
export const MUTATION_EXAMPLES: Record<string, (world: MutationWorld) => Promise<MutationCall>> = {
  ...CHAIN_MUTATIONS,
  ...MESSAGE_MUTATIONS,
  ...PAYMENT_MUTATIONS,
  ...PEOPLE_MUTATIONS,
  ...SEED_EXPORT_MUTATIONS,
  ...STATUS_MUTATIONS,
  ...TOKEN_MUTATIONS,
}

import { CHAIN_ACCESS } from './chain-access.test-data'
import type { Access } from './init'
import { MESSAGE_ACCESS } from './message-access.test-data'
import { MONEY_ACCESS } from './money-access.test-data'
import { PEOPLE_ACCESS } from './people-access.test-data'

/** Who may call what. A procedure that is missing here fails the matrix. */
export const ACCESS: Record<string, Access> = {
  ...CHAIN_ACCESS,
  ...MESSAGE_ACCESS,
  ...MONEY_ACCESS,
  ...PEOPLE_ACCESS,
}

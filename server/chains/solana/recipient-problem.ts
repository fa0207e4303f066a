import { parseMint } from './parse-mint'
import { parseTokenAccount } from './parse-token-account'
import { isOnCurve } from './program-address'
import { PROGRAMS } from './programs'
import type { SolanaAccount } from './read-accounts'

/**
 * The reason why money sent to an address could be lost, or null. A recipient is a wallet: an account of the system
 * program, or an address on the curve that holds nothing yet. Addresses off the curve have no key. One that already
 * lives under the system program belongs to a program that signs for it (a multisig's vault). Any other is most likely
 * a token account or a slip.
 */
export function recipientProblem(address: string, account: SolanaAccount | null): string | null {
  if (address === PROGRAMS.incinerator) return 'is the incinerator, which destroys what it gets'
  if (!account) {
    return isOnCurve(address) ? null : 'belongs to a program and does not exist yet: what it gets could not be moved'
  }
  if (account.isExecutable) return 'is a program'
  if (account.owner === PROGRAMS.system) return null
  const held = parseTokenAccount(account)
  if (held) return `is a token account; give the wallet that owns it (${held.owner})`
  if (parseMint(account)) return 'is a token; give the wallet that shall get it'
  return 'is an account of a program, not a wallet'
}

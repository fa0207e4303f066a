import type { PolicyView } from '@/schemas/policies/contract'

/** Why a policy refuses a recipient, in the form addresses are stored; null where none does. */
export function judgeRecipient(to: string, policies: readonly PolicyView[]): string | null {
  const refuses = ({ isActive, recipients }: PolicyView) =>
    isActive && recipients?.every(({ address }) => address !== to)
  return policies.some(refuses) ? 'The policy does not allow this recipient' : null
}

import { formatAmount } from '@/server/money/amount'

/** The least a wallet must keep, or send to an account that does not exist yet. */
export function tooLittleText(kind: 'left' | 'sent', rentExemptUnits: bigint): string {
  const least = `${formatAmount(rentExemptUnits, 9)} SOL`
  return kind === 'left'
    ? `The wallet must keep at least ${least} or send all it has`
    : `The recipient's account does not exist yet and needs at least ${least}`
}

export const FEE_PAYER_SHORT = "Waiting for the platform's fee payer to be refilled"
export const SENDER_FROZEN = "The wallet's account of this token is frozen"
export const RECIPIENT_FROZEN = "The recipient's account of this token is frozen"

import type { Intent } from './intent'

const TO = '0x00000000000000000000000000000000000000AA'

type Given = Pick<Intent, 'chain' | 'from'> & Partial<Omit<Intent, 'quote'>> & { quote?: Partial<Intent['quote']> }

/** An intent to transfer one base unit that costs nothing, except for what is given. */
export function newIntent({ quote, ...given }: Given): Intent {
  return {
    type: 'TRANSFER',
    toAddress: TO,
    tokenAddress: null,
    amountUnits: 1n,
    decimals: 18,
    callData: null,
    quote: {
      gasLimit: null,
      feeHoldMicros: 0n,
      worstFeeUnits: null,
      sponsoredMicros: 0n,
      nativePriceE8: 1n,
      priceAt: null,
      valueUsdMicros: 1n,
      ...quote,
    },
    effect: { toAddress: TO, contract: null, selector: null },
    refusal: null,
    webhookUrl: undefined,
    webhookSecret: undefined,
    idempotencyKey: null,
    intentId: null,
    ...given,
  }
}

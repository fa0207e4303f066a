import type { PaymentReceipt, PaymentRefund } from '@/schemas/payments/contract'
import { displayNaira, exactAmount, exactMoney } from '@/server/money/display-amount'
import { EXCEPTION_TEXTS, OUTCOME_NAMES } from './exception-texts'

type PaymentSummaryProps = { receipt: PaymentReceipt | undefined; refund: PaymentRefund | undefined }

/** Received or refunded money, below its step of the timeline. */
export function PaymentSummary({ receipt, refund }: PaymentSummaryProps) {
  return (
    <>
      {receipt ? (
        <>
          <p className="tabular font-medium text-foreground">{moneyText(receipt)}</p>
          <p>
            {OUTCOME_NAMES[receipt.outcome]}
            {receipt.creditedUsd ? ` as ${exactMoney(receipt.creditedUsd, 'USD')}` : ''}
            {receipt.unit === 'NGN' ? '' : `, worth ${displayNaira(receipt.valueNgn)}`}
          </p>
          {receipt.exceptions.map((exception) => (
            <p key={exception}>{EXCEPTION_TEXTS[exception].title}</p>
          ))}
        </>
      ) : null}
      {refund ? (
        <p className="tabular">
          {moneyText(refund)} {refund.to === 'BALANCE' ? 'to the balance' : 'to the original payer'}
        </p>
      ) : null}
    </>
  )
}

/** An amount as people read it: naira with their sign, tokens with their symbol. */
export function moneyText({ amount, unit }: { amount: string; unit: string }): string {
  return unit === 'NGN' ? displayNaira(amount) : `${exactAmount(amount)} ${unit}`
}

import { Address } from '@/components/ui/address'
import { Alert } from '@/components/ui/alert'
import { formatDecimal } from '@/components/ui/format-decimal'
import { KeyValueList } from '@/components/ui/key-value-list'
import type { IssuePreview } from '@/server/tokens/issue/preview-issue'
import type { IssueForm } from './issue-form'
import { LimitPreview } from './limit-preview'
import { CLASS_NAMES, TYPE_NAMES } from './token-looks'
import { intervalText } from './yield-facts'

/** What will be made, and whether its chain would take it. */
export function IssueReview({ form, preview }: { form: IssueForm; preview: IssuePreview }) {
  const { yieldParams } = form
  const hasCoupons = form.tokenType === 'YIELD_BEARING'
  return (
    <>
      {preview.refusal ? (
        <Alert tone="danger" title="Its chain would refuse it">
          {preview.refusal}
        </Alert>
      ) : (
        <Alert tone="success">{preview.chainName} takes it. Once it is issued, these terms cannot be changed.</Alert>
      )}
      <KeyValueList
        items={[
          { label: 'Token', value: `${form.ticker.trim()}, ${form.name.trim()}` },
          { label: 'Class', value: `${CLASS_NAMES[form.assetClass]}, ${TYPE_NAMES[form.tokenType].toLowerCase()}` },
          { label: 'Chain', value: `${preview.chainName} (${preview.chainId})` },
          { label: 'tokenAdmin', value: <Address value={preview.tokenAdmin} full /> },
          { label: 'Issue price', value: `${formatDecimal(form.price.trim())} a token, in fiat` },
          { label: 'Decimals', value: form.decimals },
          {
            label: 'Rate',
            value: `${yieldParams.annualRate} % a year (${yieldParams.dayCount.replace('_', '/')})`,
            hidden: !hasCoupons,
          },
          {
            label: 'Coupons',
            value: `${intervalText(Number(yieldParams.couponInterval))}, first on ${yieldParams.firstCouponDate}`,
            hidden: !hasCoupons,
          },
          { label: 'Maturity', value: yieldParams.maturityDate, hidden: !hasCoupons },
          {
            label: 'Face value',
            value: `${formatDecimal(yieldParams.faceValuePerToken)} ${preview.paymentSymbol ?? ''} a token`,
            hidden: !hasCoupons,
          },
          {
            label: 'Callable',
            value: yieldParams.callable ? `From ${yieldParams.callDate} on` : 'No',
            hidden: !hasCoupons,
          },
        ]}
      />
      <LimitPreview form={form} />
    </>
  )
}

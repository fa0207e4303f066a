'use client'

import { type Control, Controller } from 'react-hook-form'
import { MoneyField } from '@/components/form/money-field'
import { AddDialog } from '@/components/ui/add-dialog'
import { Address } from '@/components/ui/address'
import { lazyPart } from '@/components/ui/lazy-part'
import type { PolicyScope } from '@/schemas/policies/contract'
import { methodText } from './policy-changes'
import type { PolicyValues } from './policy-values'
import { RuleList } from './rule-list'

const recipientForm = lazyPart(() => import('./add-recipient-form'))
const methodForm = lazyPart(() => import('./add-method-form'))

type PolicyFieldsProps = {
  control: Control<PolicyValues>
  /** The reason why nothing can be changed; null if the reader may change the policy. */
  shortfall: string | null
}

/** The limits in US dollars. */
export function LimitFields({ control, shortfall, scope }: PolicyFieldsProps & { scope: PolicyScope }) {
  const usd = { control, currency: 'USD', optional: true, disabled: shortfall !== null } as const
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <MoneyField
        {...usd}
        name="perTransactionUsd"
        label="Per transaction"
        placeholder="No limit"
        hint="Transactions above this are refused."
      />
      <MoneyField
        {...usd}
        name="dailyUsd"
        label="In 24 hours"
        placeholder="No limit"
        hint={
          scope === 'business' ? 'Rolling window, across all projects.' : 'Rolling window, across all transactions.'
        }
      />
      <MoneyField
        {...usd}
        name="approvalAboveUsd"
        label="Second person above"
        placeholder="Never"
        hint="Transactions above this need the approval of an owner."
      />
    </div>
  )
}

/** The recipients that transfers may go to; any recipient without a list. */
export function RecipientsField({ control, shortfall }: PolicyFieldsProps) {
  return (
    <Controller
      control={control}
      name="recipients"
      render={({ field: { value, onChange } }) => (
        <RuleList
          restriction="Only these recipients"
          hint="Transfers, token transfers and token approvals go to listed addresses only, also those of signed contract calls."
          rules={value}
          keyOf={(rule) => rule.address}
          nameOf={(rule) => rule.label || rule.address}
          render={(rule) => (
            <>
              {rule.label ? <p className="break-words font-medium">{rule.label}</p> : null}
              <Address value={rule.address} full />
            </>
          )}
          add={
            <AddDialog part={recipientForm} label="Add recipient" size="sm" disabledReason={shortfall}>
              {({ AddRecipientForm }, state) => (
                <AddRecipientForm taken={value ?? []} onAdd={(rule) => onChange([...(value ?? []), rule])} {...state} />
              )}
            </AddDialog>
          }
          emptyText="The list is empty, so every transfer is refused."
          disabledReason={shortfall}
          onChange={onChange}
        />
      )}
    />
  )
}

/** The methods that signed contract calls may use; any method without a list. */
export function MethodsField({ control, shortfall }: PolicyFieldsProps) {
  return (
    <Controller
      control={control}
      name="methods"
      render={({ field: { value, onChange } }) => (
        <RuleList
          restriction="Only these methods"
          hint="Signed contract calls can use listed methods only. Limits in US dollars count the value that can be read from a call."
          rules={value}
          keyOf={methodText}
          nameOf={(rule) => rule.label || methodText(rule)}
          render={(rule) => (
            <>
              <p className="break-all font-medium">{rule.label || methodText(rule)}</p>
              <p className="break-all font-mono text-[0.8125rem] text-muted-foreground">{methodText(rule)}</p>
            </>
          )}
          add={
            <AddDialog part={methodForm} label="Add method" size="sm" disabledReason={shortfall}>
              {({ AddMethodForm }, state) => (
                <AddMethodForm taken={value ?? []} onAdd={(rule) => onChange([...(value ?? []), rule])} {...state} />
              )}
            </AddDialog>
          }
          emptyText="The list is empty, so every contract call is refused."
          disabledReason={shortfall}
          onChange={onChange}
        />
      )}
    />
  )
}

'use client'

import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { MoneyField } from '@/components/form/money-field'
import { SubmitButton } from '@/components/form/submit-button'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { AddDialog } from '@/components/ui/add-dialog'
import { Address } from '@/components/ui/address'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { PolicyScope, PolicyView } from '@/schemas/policies/contract'
import { methodText, policyChanges } from './policy-changes'
import { type PolicyValues, toPolicyValues } from './policy-values'
import { RuleList } from './rule-list'
import { SoleOwnerWarning } from './sole-owner-warning'

const recipientForm = lazyPart(() => import('./add-recipient-form'))
const methodForm = lazyPart(() => import('./add-method-form'))
const reviewPart = lazyPart(() => import('./review-policy'))

type PolicyFormProps = {
  projectId: string
  scope: PolicyScope
  policy: PolicyView
  onSaved: (policy: PolicyView) => void
}

/** The rules, to be changed by an owner. `policy` is what the form starts from. */
export function PolicyForm({ projectId, scope, policy, onSaved }: PolicyFormProps) {
  const [asked, setAsked] = useState<PolicyValues | null>(null)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const { control, handleSubmit } = useForm({ defaultValues: toPolicyValues(policy) })
  const review = useLazyDialog(reviewPart, ({ ReviewPolicy }, state) =>
    asked ? <ReviewPolicy {...state} {...{ projectId, scope, policy, onSaved }} values={asked} /> : null,
  )
  const usd = { control, currency: 'USD', optional: true, disabled: shortfall !== null } as const
  const approvalAbove = useWatch({ control, name: 'approvalAboveUsd' })
  return (
    <FormShell
      className="space-y-6"
      error={null}
      onSubmit={handleSubmit((values) => {
        if (policyChanges(policy, values).length === 0) return toast.info('Nothing has changed')
        setAsked(values)
        void review.show()
      })}
    >
      <Card title="Limits" description="In US dollars, at the price when a transaction is accepted.">
        <div className="space-y-4">
          {policy.version === null ? (
            <p className="text-muted-foreground">
              This policy has no rules yet. The first rules that you save apply at once.
            </p>
          ) : (
            <Controller
              control={control}
              name="isActive"
              render={({ field: { value, onChange } }) => (
                <Checkbox checked={value} onCheckedChange={onChange} disabled={shortfall !== null}>
                  Enforce this policy
                </Checkbox>
              )}
            />
          )}
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
                scope === 'business'
                  ? 'Rolling window, across all projects.'
                  : 'Rolling window, across all transactions.'
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
          {approvalAbove ? <SoleOwnerWarning projectId={projectId} /> : null}
        </div>
      </Card>
      <Card title="Recipients">
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
                    <AddRecipientForm
                      taken={value ?? []}
                      onAdd={(rule) => onChange([...(value ?? []), rule])}
                      {...state}
                    />
                  )}
                </AddDialog>
              }
              emptyText="The list is empty, so every transfer is refused."
              disabledReason={shortfall}
              onChange={onChange}
            />
          )}
        />
      </Card>
      <Card title="Contract calls">
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
                    <AddMethodForm
                      taken={value ?? []}
                      onAdd={(rule) => onChange([...(value ?? []), rule])}
                      {...state}
                    />
                  )}
                </AddDialog>
              }
              emptyText="The list is empty, so every contract call is refused."
              disabledReason={shortfall}
              onChange={onChange}
            />
          )}
        />
      </Card>
      <div className="flex justify-end">
        <SubmitButton
          pending={review.isSlow}
          disabledReason={shortfall}
          onPointerEnter={review.preload}
          onFocus={review.preload}
        >
          Review changes
        </SubmitButton>
      </div>
      {review.dialog}
    </FormShell>
  )
}

'use client'

import { useState } from 'react'
import { Controller, useForm, useWatch } from 'react-hook-form'
import { FormShell } from '@/components/form/form-shell'
import { SubmitButton } from '@/components/form/submit-button'
import { useRoleShortfall } from '@/components/projects/use-role-shortfall'
import { Card } from '@/components/ui/card'
import { Checkbox } from '@/components/ui/checkbox'
import { lazyPart } from '@/components/ui/lazy-part'
import { toast } from '@/components/ui/toast'
import { useLazyDialog } from '@/components/ui/use-lazy-dialog'
import type { PolicyScope, PolicyView } from '@/schemas/policies/contract'
import { policyChanges } from './policy-changes'
import { LimitFields, MethodsField, RecipientsField } from './policy-fields'
import { type PolicyValues, toPolicyValues } from './policy-values'
import { SoleOwnerWarning } from './sole-owner-warning'

const reviewPart = lazyPart(() => import('./review-policy'))

type PolicyFormProps = {
  projectId: string
  scope: PolicyScope
  policy: PolicyView
  onSaved: (policy: PolicyView) => void
}

/** The form of the rules, for owners. `policy` has the initial values. */
export function PolicyForm({ projectId, scope, policy, onSaved }: PolicyFormProps) {
  const [reviewed, setReviewed] = useState<PolicyValues | null>(null)
  const shortfall = useRoleShortfall(projectId, 'owner')
  const { control, handleSubmit } = useForm({ defaultValues: toPolicyValues(policy) })
  const review = useLazyDialog(reviewPart, ({ ReviewPolicy }, state) =>
    reviewed ? <ReviewPolicy {...state} {...{ projectId, scope, policy, onSaved }} values={reviewed} /> : null,
  )
  const approvalAbove = useWatch({ control, name: 'approvalAboveUsd' })
  return (
    <FormShell
      className="space-y-6"
      error={null}
      onSubmit={handleSubmit((values) => {
        if (policyChanges(policy, values).length === 0) return toast.info('Nothing has changed')
        setReviewed(values)
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
          <LimitFields control={control} shortfall={shortfall} scope={scope} />
          {approvalAbove ? <SoleOwnerWarning projectId={projectId} /> : null}
        </div>
      </Card>
      <Card title="Recipients">
        <RecipientsField control={control} shortfall={shortfall} />
      </Card>
      <Card title="Contract calls">
        <MethodsField control={control} shortfall={shortfall} />
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

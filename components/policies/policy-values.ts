import { z } from 'zod'
import { type MethodRule, type PolicyView, type RecipientRule, usdText } from '@/server/policies/contract'

const optionalUsd = z.union([z.literal(''), usdText])

/** The form of a policy: an empty amount is no limit, a null list no restriction. */
export const policyForm = z.object({
  isActive: z.boolean(),
  perTransactionUsd: optionalUsd,
  dailyUsd: optionalUsd,
  approvalAboveUsd: optionalUsd,
  recipients: z.custom<RecipientRule[] | null>(),
  methods: z.custom<MethodRule[] | null>(),
})
export type PolicyValues = z.output<typeof policyForm>

export function toPolicyValues(policy: PolicyView): PolicyValues {
  return {
    // A project without a policy that opens the form wants one.
    isActive: policy.version === null ? true : policy.isActive,
    perTransactionUsd: policy.perTransactionUsd ?? '',
    dailyUsd: policy.dailyUsd ?? '',
    approvalAboveUsd: policy.approvalAboveUsd ?? '',
    recipients: policy.recipients,
    methods: policy.methods,
  }
}

export function toPolicyInput(values: PolicyValues, version: string | null) {
  return {
    isActive: values.isActive,
    perTransactionUsd: values.perTransactionUsd || null,
    dailyUsd: values.dailyUsd || null,
    approvalAboveUsd: values.approvalAboveUsd || null,
    recipients: values.recipients,
    methods: values.methods,
    version,
  }
}

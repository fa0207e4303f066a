import type { MethodRule, PolicyView, RecipientRule } from '@/schemas/policies/contract'

/** The form of a policy: an empty amount means no limit, a null list no restriction. */
export type PolicyValues = {
  isActive: boolean
  perTransactionUsd: string
  dailyUsd: string
  approvalAboveUsd: string
  recipients: RecipientRule[] | null
  methods: MethodRule[] | null
}

export function toPolicyValues(policy: PolicyView): PolicyValues {
  return {
    // The form of a project without a policy starts with an active one.
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
    perTransactionUsd: values.perTransactionUsd.trim() || null,
    dailyUsd: values.dailyUsd.trim() || null,
    approvalAboveUsd: values.approvalAboveUsd.trim() || null,
    recipients: values.recipients,
    methods: values.methods,
    version,
  }
}

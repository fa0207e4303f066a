import type { MethodRule, PolicyView, RecipientRule } from '@/server/policies/contract'
import { USD_PROBLEM, USD_TEXT } from '@/server/policies/words'

/** The form of a policy: an empty amount is no limit, a null list no restriction. */
export type PolicyValues = {
  isActive: boolean
  perTransactionUsd: string
  dailyUsd: string
  approvalAboveUsd: string
  recipients: RecipientRule[] | null
  methods: MethodRule[] | null
}

/** What is wrong with an amount of the form, or true. The form stands on the page, which is kept light: the server has the schema. */
export function judgeUsd(text: string): string | true {
  const amount = text.trim()
  return amount === '' || USD_TEXT.test(amount) || USD_PROBLEM
}

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
    perTransactionUsd: values.perTransactionUsd.trim() || null,
    dailyUsd: values.dailyUsd.trim() || null,
    approvalAboveUsd: values.approvalAboveUsd.trim() || null,
    recipients: values.recipients,
    methods: values.methods,
    version,
  }
}

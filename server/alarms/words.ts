/** Work that is tried again after it failed, by the name of its job: what people call it, and which page of the operators tells of it. */
export const WORKS = {
  'pump-chain': { title: 'Sending transactions', page: 'lanes' },
  'follow-deposits': { title: 'Reading deposits', page: 'chains' },
  'follow-events': { title: 'Reading events', page: 'networks' },
  'replay-events': { title: 'Replaying events', page: 'networks' },
  'follow-tokens': { title: 'Reading tokens', page: 'chains' },
  'carry-token-operations': { title: 'Operations of tokens', page: 'lanes' },
  'carry-arrivals': { title: 'Booking stablecoin payments', page: 'deposit-tokens' },
  'ask-payment-providers': { title: 'Asking payment providers', page: 'providers' },
  'send-payment-refunds': { title: 'Sending refunds', page: 'providers' },
  'dispatch-webhooks': { title: 'Delivering webhooks', page: 'alarms' },
  'send-mails': { title: 'Sending mails', page: 'mail' },
  sweep: { title: 'The sweeper', page: 'alarms' },
  prune: { title: 'Forgetting what is over its time', page: 'alarms' },
  'check-books': { title: 'Checking the books', page: 'alarms' },
  'check-seeds': { title: 'Checking wallet seeds', page: 'alarms' },
  'close-approvals': { title: 'Closing approvals', page: 'alarms' },
  'keep-payments': { title: 'Keeping payments', page: 'alarms' },
  'keep-tokens': { title: 'Keeping tokens', page: 'alarms' },
  'reconcile-providers': { title: 'Comparing providers', page: 'providers' },
  'rotate-signing-keys': { title: 'Rotating signing keys', page: 'alarms' },
  'watch-tokens': { title: 'Comparing tokens', page: 'alarms' },
} as const

export type WorkName = keyof typeof WORKS
/** Where faults of work show; the page of alarms shows all. */
export type FaultPage = (typeof WORKS)[WorkName]['page']

/** Whether that is the name of work that is known here. */
export function isWorkName(name: string): name is WorkName {
  return Object.hasOwn(WORKS, name)
}

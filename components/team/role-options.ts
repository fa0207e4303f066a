/** The permissions of each role, as options of forms. */
export const ROLE_OPTIONS = [
  { value: 'owner', label: 'Owner', hint: 'Manages the team, keys, policy and approvals' },
  { value: 'developer', label: 'Developer', hint: 'Sends transactions, generates wallets and resends webhooks' },
  { value: 'viewer', label: 'Viewer', hint: 'Read-only access' },
] as const

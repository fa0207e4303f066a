/** Every link of the portal. Pages and components build no path by hand. */
export const paths = {
  signIn: () => '/sign-in',
  home: () => '/',
  docs: () => '/docs',
  account: () => '/account',
  projects: () => '/projects',
  project: (projectId: string) => `/projects/${projectId}`,
  keys: (projectId: string) => `/projects/${projectId}/keys`,
  allowlist: (projectId: string) => `/projects/${projectId}/allowlist`,
  wallets: (projectId: string) => `/projects/${projectId}/wallets`,
  transactions: (projectId: string) => `/projects/${projectId}/transactions`,
  transaction: (projectId: string, transactionId: string) => `/projects/${projectId}/transactions/${transactionId}`,
  webhooks: (projectId: string) => `/projects/${projectId}/webhooks`,
  operator: {
    home: () => '/operator',
    businesses: () => '/operator/businesses',
    business: (businessId: string) => `/operator/businesses/${businessId}`,
    project: (businessId: string, projectId: string) => `/operator/businesses/${businessId}/projects/${projectId}`,
    plans: () => '/operator/plans',
    plan: (planId: number) => `/operator/plans/${planId}`,
  },
} as const

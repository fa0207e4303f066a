/** The business of the platform itself: it owns the gas wallets and the audit chain of changes outside any customer. */
export const PLATFORM_BUSINESS_ID = '0193a000-0000-7000-8000-0000000000ff'

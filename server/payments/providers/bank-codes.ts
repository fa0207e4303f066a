/** CBN codes of banks, for providers that report only the bank's name. */
const CODES: Record<string, string> = {
  wema: '035',
  providus: '101',
  sterling: '232',
  access: '044',
  titan: '102',
  zenith: '057',
  fidelity: '070',
  fcmb: '214',
  globus: '103',
  moniepoint: '50515',
}

/** The code for a bank's name or a provider's id of it; empty if unknown. */
export function bankCodeOf(name: string): string {
  const words = name.toLowerCase()
  // Titan's accounts for Paystack have a separate code.
  if (words.includes('titan') && words.includes('paystack')) return '100039'
  return Object.entries(CODES).find(([bank]) => words.includes(bank))?.[1] ?? ''
}

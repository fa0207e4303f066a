/** CBN codes of the banks that open accounts for providers which do not say them. */
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

/** By a bank's name or a provider's word for it; empty where it is not known. */
export function bankCodeOf(name: string): string {
  const words = name.toLowerCase()
  // Titan's accounts for Paystack have a separate code.
  if (words.includes('titan') && words.includes('paystack')) return '100039'
  return Object.entries(CODES).find(([bank]) => words.includes(bank))?.[1] ?? ''
}

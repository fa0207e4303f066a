/** Naira of one dollar times 10^8 and where it is from; quotes, receipts and journals keep the id. */
export type Rate = { id: string; ngnPerUsdE8: bigint; source: string; observedAt: Date }

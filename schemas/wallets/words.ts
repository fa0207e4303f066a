/** Wallets that a restore added, because the backup may lack them, have this purpose. */
export const RESTORED_PURPOSE = 'RESTORED'

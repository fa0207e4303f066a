/** The entry of a list that allows no call: no client has this address. */
export const CLOSED_ADDRESS = '0.0.0.0'
export const CLOSED_LABEL = 'Closed after a restore: add your addresses, then remove this one'

/** In the audit log: a project was limited to testnets, or no longer is. */
export const NETWORKS_CHOSEN = 'project.networks_chosen'

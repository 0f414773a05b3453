/** The key that goes with letters, as it is called on this keyboard. */
export const MOD = navigator.platform.startsWith('Mac') ? '⌘' : 'Ctrl'

export function animate(frames: readonly { png: Buffer; ms: number }[]): Buffer

export declare const fleetNode: string
export declare const postgresHome: string
export declare function installFleetTools(): Promise<string | null>

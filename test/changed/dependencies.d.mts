export declare const setups: Readonly<Record<string, readonly string[]>>;

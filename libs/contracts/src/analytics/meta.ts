import type { Granularity } from './query.js';

export interface MetaMeasure {
  name: string;
  title: string;
  shortTitle: string;
  type: 'number';
  aggType: string;
  cumulative: false;
  cumulativeTotal: false;
  drillMembers: string[];
  drillMembersGrouped: { measures: string[]; dimensions: string[] };
  isVisible: true;
  public: true;
  format?: 'currency' | 'percent' | 'number';
}

export interface MetaDimension {
  name: string;
  title: string;
  shortTitle: string;
  type: 'number' | 'string' | 'time' | 'boolean';
  suggestFilterValues: boolean;
  primaryKey: boolean;
  isVisible: true;
  public: true;
  granularities?: { name: Granularity; title: string; interval: string }[];
}

export interface MetaSegment {
  name: string;
  title: string;
  shortTitle: string;
  isVisible: true;
  public: true;
}

export interface MetaCube {
  name: string;
  title: string;
  type: 'cube';
  isVisible: true;
  public: true;
  measures: MetaMeasure[];
  dimensions: MetaDimension[];
  segments: MetaSegment[];
  hierarchies: never[];
  folders: never[];
  nestedFolders: never[];
}

export interface MetaAnswer {
  cubes: MetaCube[];
}

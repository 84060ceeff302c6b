import { z } from 'zod';

const datasource = z.strictObject({ type: z.literal('prometheus'), uid: z.string().min(1) });

/** Units by Grafana's ids; an unknown one is shown as a suffix. */
const units = ['short', 's', 'ms', 'bytes', 'percentunit', 'reqps', 'ops', 'eps', 'none', 'cps', 'rps'] as const;

const thresholds = z.strictObject({
  mode: z.enum(['absolute', 'percentage']),
  // The first step has no value: it holds below all others.
  steps: z.tuple(
    [z.strictObject({ color: z.string(), value: z.null() })],
    z.strictObject({ color: z.string(), value: z.number() }),
  ),
});

const panel = z.strictObject({
  id: z.int().min(1),
  title: z.string().min(1),
  description: z.string(),
  type: z.enum(['stat', 'timeseries']),
  datasource,
  gridPos: z.strictObject({
    x: z.int().min(0).max(23),
    y: z.int().min(0),
    w: z.int().min(1).max(24),
    h: z.int().min(1),
  }),
  targets: z
    .array(
      z.strictObject({
        refId: z.string().regex(/^[A-Z]$/),
        expr: z.string().min(1),
        legendFormat: z.string(),
        datasource,
      }),
    )
    .min(1),
  fieldConfig: z.strictObject({
    defaults: z.strictObject({ unit: z.enum(units), thresholds: thresholds.optional(), min: z.number().optional() }),
    overrides: z.array(z.never()),
  }),
});

/** A dashboard as Grafana's documentation describes its JSON model, version 41 of the schema; the parts that are in use. */
export const grafanaBoard = z.strictObject({
  uid: z.string().regex(/^[a-zA-Z0-9_-]{1,40}$/),
  title: z.string().min(1),
  tags: z.array(z.string()),
  timezone: z.enum(['browser', 'utc', '']),
  schemaVersion: z.literal(41),
  version: z.int().min(0),
  editable: z.boolean(),
  refresh: z.string().regex(/^\d+[smhd]$/),
  time: z.strictObject({ from: z.string().regex(/^now(-\d+[smhdwMy])?$/), to: z.string().regex(/^now/) }),
  templating: z.strictObject({ list: z.array(z.never()) }),
  annotations: z.strictObject({ list: z.array(z.never()) }),
  panels: z.array(panel).min(1),
});

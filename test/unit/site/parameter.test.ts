import { describe, expect, it } from 'vitest';
import { findCollection, type HostKind } from '../../../src/core/grid.ts';
import { describeParameters, supportedText } from '../../../src/site/parameter.ts';
import { shippedManifest } from '../../support/shipped-site.ts';
import { rowsOf } from '../../support/table.ts';

describe('the values of a parameter of the shipped API in words', () => {
  const { grid } = shippedManifest();
  it.each(
    rowsOf(`
    results limit rules -> Every host supports 20, 100, all. Hosts with code also support a whole number, 1 or more.
    results ordering rules -> Every host supports overall_score, label. Hosts with code also support population_total, people, retail, transit, core_services, core_services_social_services, core_services_pharmacies, core_services_grocery, and 19 more, or several of them with commas between them, each field once.
    neighborhoods country__in code -> Use any text without U+0000, or several with commas between them, of up to 4,000 characters.
    neighborhoods search code -> Use any text without U+0000 of up to 200 characters and at most 8 different words.
    neighborhoods state rules -> Every host supports AB, AK, AL, AR, AZ, BC, CA, CO, and 53 more. Hosts with code also support any text without U+0000 of up to 200 characters.
    results overall_score__gte rules -> Only hosts with code support a number, such as 5 or 13.4.
    countries format code -> Use json, api.`),
  )('%s: %s', (place = '', expected) => {
    const [name = '', parameter, hostKind] = place.split(' ');
    const collection = findCollection(grid, { collection: name });
    const found = describeParameters(grid, { kind: 'collection', collection }).find(
      (one) => one.name === parameter,
    );
    expect(found && supportedText(hostKind as HostKind, found)).toBe(expected);
  });
});

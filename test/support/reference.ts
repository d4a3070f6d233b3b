/* The tables of the reference API, as facts to compare the built site with. */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z$/;

/** The tables of fields, in their order: what a value looks like. */
export const FIELDS = {
  neighborhood: {
    uuid: UUID,
    createdAt: TIMESTAMP,
    modifiedAt: TIMESTAMP,
    name: /^[a-z0-9]+(?:-[a-z0-9]+)*$/,
    label: /^\S(?:.*\S)?$/,
    label_suffix: /^[A-Z]{2}, (?:US|CA)$/,
    organization: UUID,
    country: /^\{"code":"(?:US|CA)","name":"[A-Z][A-Za-z ]+"\}$/,
    state_abbrev: /^[A-Z]{2}$/,
    city_fips: /^\d{7}$/,
    speed_limit: /^null$/,
    boundary_file: /^https:\/\/[^ ]+\/neighborhood_boundaries\/root\/[A-Z]{2}\/[a-z0-9-]+\.zip$/,
    visibility: /^public$/,
    last_job: UUID,
  },
  country: { alpha_2: /^[A-Z]{2}$/, name: /^\S.*$/ },
  countryWithSubdivisions: {
    alpha_2: /^[A-Z]{2}$/,
    name: /^\S.*$/,
    subdivisions: /^\[.*\]$/,
    subdivisions_required: /^(?:true|false)$/,
  },
  subdivision: {
    name: /^\S.*$/,
    code: /^[A-Z]{2,3}$/,
    type: /^(?:State|Territory|Province|Region|Metropolitan region|Outlying area|District)$/,
  },
  score: {
    name: /^[a-z0-9]+(?:_[a-z0-9]+)*$/,
    label: /^\S.*$/,
    category: /^(?:|Retail|Transit|Core Services|Recreation|Opportunity)$/,
    description: /^[A-Z][^.!?]*\.$/,
  },
} satisfies Record<string, Record<string, RegExp>>;

/** The table of the countries that carry subdivisions: is one required? */
export const SUBDIVIDED: Readonly<Record<string, boolean>> = {
  AU: true,
  CA: true,
  US: true,
  DK: false,
  FR: false,
  NL: false,
  NO: false,
  GB: false,
};

/** The table of scores: name, label, category. */
export const SCORES = [
  ['population_total', 'Total Population', ''],
  ['people', 'People', ''],
  ['overall_score', 'Overall Score', ''],
  ['retail', 'Retail', 'Retail'],
  ['transit', 'Transit', 'Transit'],
  ['core_services', 'Core Services Total', 'Core Services'],
  ['core_services_social_services', 'Social Services', 'Core Services'],
  ['core_services_pharmacies', 'Pharmacies', 'Core Services'],
  ['core_services_grocery', 'Grocery', 'Core Services'],
  ['core_services_doctors', 'Doctors', 'Core Services'],
  ['core_services_dentists', 'Dentists', 'Core Services'],
  ['core_services_hospitals', 'Hospitals', 'Core Services'],
  ['recreation', 'Recreation Total', 'Recreation'],
  ['recreation_parks', 'Parks', 'Recreation'],
  ['recreation_trails', 'Trails', 'Recreation'],
  ['recreation_community_centers', 'Community Centers', 'Recreation'],
  ['opportunity', 'Opportunity Total', 'Opportunity'],
  ['opportunity_k12_education', 'K12 Education', 'Opportunity'],
  ['opportunity_employment', 'Employment', 'Opportunity'],
  ['opportunity_higher_education', 'Higher Education', 'Opportunity'],
  ['opportunity_technical_vocational_college', 'Tech/Vocational College', 'Opportunity'],
] as const;

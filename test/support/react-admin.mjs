// What an app imports to connect React-admin to an API of Django REST Framework.
export { default } from 'ra-data-django-rest-framework';

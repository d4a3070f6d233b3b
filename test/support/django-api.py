"""
A REST API of Django REST Framework with django-filter, in one process without a server.

Arguments: a file with the records as a JSON list, which are stored in memory. It reads paths from its input, one on
each line, and writes [status, body] as JSON for each, on one line.
"""

import json
import sys

import django
from django.conf import settings

settings.configure(
    ALLOWED_HOSTS=['*'],
    DATABASES={'default': {'ENGINE': 'django.db.backends.sqlite3', 'NAME': ':memory:'}},
    DEFAULT_AUTO_FIELD='django.db.models.AutoField',
    INSTALLED_APPS=['django.contrib.contenttypes', 'rest_framework', 'django_filters'],
    REST_FRAMEWORK={
        'DEFAULT_AUTHENTICATION_CLASSES': [],
        'DEFAULT_FILTER_BACKENDS': [
            'django_filters.rest_framework.DjangoFilterBackend',
            'rest_framework.filters.SearchFilter',
            'rest_framework.filters.OrderingFilter',
        ],
        'DEFAULT_RENDERER_CLASSES': ['rest_framework.renderers.JSONRenderer'],
        'UNAUTHENTICATED_USER': None,
    },
    ROOT_URLCONF=__name__,
    SECRET_KEY='for tests only',
    TIME_ZONE='UTC',
    USE_TZ=True,
)
django.setup()

from django.db import connection, models
from django.test import Client
from django_filters import rest_framework as filters
from rest_framework import pagination, routers, serializers, viewsets


class Town(models.Model):
    id = models.IntegerField(primary_key=True)
    label = models.CharField(max_length=100)
    state = models.CharField(max_length=100)
    size = models.FloatField(null=True)
    active = models.BooleanField()
    created_at = models.DateTimeField(null=True)
    day = models.DateField()

    class Meta:
        app_label = 'towns'


class TownSerializer(serializers.ModelSerializer):
    class Meta:
        model = Town
        fields = ['id', 'label', 'state', 'size', 'active', 'created_at', 'day']


class TextIn(filters.BaseInFilter, filters.CharFilter):
    pass


class NumberIn(filters.BaseInFilter, filters.NumberFilter):
    pass


class TownFilter(filters.FilterSet):
    state__in = TextIn(field_name='state', lookup_expr='in')
    size__in = NumberIn(field_name='size', lookup_expr='in')

    class Meta:
        model = Town
        fields = {
            'label': ['icontains'],
            'state': ['exact'],
            'size': ['exact', 'gte', 'lte', 'gt', 'lt'],
            'active': ['exact'],
            'created_at': ['exact', 'gte', 'lte', 'gt', 'lt'],
            'day': ['exact', 'gte', 'lte', 'gt', 'lt'],
        }


class Towns(viewsets.ReadOnlyModelViewSet):
    queryset = Town.objects.order_by('id')
    serializer_class = TownSerializer
    filterset_class = TownFilter
    search_fields = ['label', 'state']
    ordering_fields = ['id', 'label', 'day']

    class pagination_class(pagination.LimitOffsetPagination):
        default_limit = 20


class Pages(Towns):
    class pagination_class(pagination.PageNumberPagination):
        page_size = 20
        page_size_query_param = 'page_size'


router = routers.DefaultRouter()
router.register('towns', Towns, basename='towns')
router.register('pages', Pages, basename='pages')

from django.urls import include, path

urlpatterns = [path('api/', include(router.urls))]

with connection.schema_editor() as editor:
    editor.create_model(Town)
with open(sys.argv[1]) as file:
    Town.objects.bulk_create(Town(**record) for record in json.load(file))

client = Client(HTTP_HOST='example.org')
for line in sys.stdin:
    response = client.get(line.rstrip('\n'))
    print(json.dumps([response.status_code, response.json()]))
